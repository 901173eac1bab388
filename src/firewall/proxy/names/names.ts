/**
 * Assigns a loopback address to each name, so that the address of a connection identifies the name.
 */
export interface Names {
  /**
   * Returns the address of a name. The address stays the same until it is assigned to another name.
   */
  addressOf(name: string): string;
  /** Returns the name to which an address is assigned. */
  nameOf(address: string): string | undefined;
}

/** Addresses start at 127.64.0.0. Local services and stub resolvers use much lower addresses. */
const first = 64 << 16;
const mostNames = 65_536;

/**
 * @param most maximum number of names; any further name receives the address of the least recently
 *   used name
 */
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
      // The name is in use, so it becomes the most recently used one.
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
