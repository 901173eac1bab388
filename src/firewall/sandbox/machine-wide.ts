/** What of /proc speaks for the whole machine. It belongs to root, who needs no capability to write to a file of its own. */
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

/** What of it tells of the caller's keys, and of the whole machine's memory and clocks. */
export const tellsOfMachine = [
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
