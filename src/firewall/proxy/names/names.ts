/** The addresses that names were given: each name has one of this machine's own, to be known by when it is dialed. */
export interface Names {
  /** The address of a name, the same as long as it is remembered. */
  addressOf(name: string): string;
  /** The name that an address was given out for. */
  nameOf(address: string): string | undefined;
}

/** From 127.64.0.0 on: whatever really listens on this machine, and stub resolvers, are far below. */
const first = 64 << 16;
const mostNames = 65_536;

/** @param most when there are more, the one that was asked for longest ago is forgotten, and its address reused */
export function createNames({ most = mostNames }: { most?: number } = {}): Names {
  const numbers = new Map<string, number>();
  const names = new Map<number, string>();
  return {
    addressOf: (name) => {
      const known = numbers.get(name);
      if (known !== undefined) numbers.delete(name);
      const number = known ?? (numbers.size < most ? numbers.size : forgetOldest(numbers));
      numbers.set(name, number);
      names.set(number, name);
      return write(first + number);
    },
    nameOf: (address) => {
      const name = names.get(read(address) - first);
      if (name === undefined) return;
      const number = numbers.get(name);
      // It is in use: it goes to the end of those that may be forgotten.
      if (number !== undefined && numbers.delete(name)) numbers.set(name, number);
      return name;
    },
  };
}

function forgetOldest(numbers: Map<string, number>): number {
  const [oldest] = numbers;
  if (!oldest) return 0;
  numbers.delete(oldest[0]);
  return oldest[1];
}

function write(number: number): string {
  return `127.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
}

function read(address: string): number {
  const [, b = NaN, c = NaN, d = NaN] =
    /^(?:::ffff:)?127\.(\d+)\.(\d+)\.(\d+)$/.exec(address)?.map(Number) ?? [];
  return (b << 16) + (c << 8) + d;
}
