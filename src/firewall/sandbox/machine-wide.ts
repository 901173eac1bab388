/**
 * Parts of /proc that affect the whole machine. They belong to root, which can write to its own
 * files even without capabilities.
 */
export const machineWide = [
  "/proc/sys",
  "/proc/sysrq-trigger",
  "/proc/irq",
  "/proc/bus",
  "/proc/fs",
  "/proc/acpi",
  "/proc/asound",
  "/proc/mtrr",
  "/proc/pressure",
  "/proc/scsi",
];

/** Parts of /proc that reveal the caller's keys, or the memory and clocks of the whole machine. */
export const describesMachine = [
  "/proc/keys",
  "/proc/key-users",
  "/proc/kcore",
  "/proc/kpagecount",
  "/proc/kpageflags",
  "/proc/kpagecgroup",
  "/proc/latency_stats",
  "/proc/pagetypeinfo",
  "/proc/sched_debug",
  "/proc/slabinfo",
  "/proc/timer_list",
  "/proc/vmallocinfo",
];
