import fs from 'node:fs'

/**
 * The peak memory of this process, in MB. On Linux not `maxRSS`, which includes that of the process
 * that started this one.
 */
export function peakMb(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS / 1024
  const status = fs.readFileSync('/proc/self/status', 'utf8')
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]
  if (kilobytes === undefined) throw new Error('/proc/self/status has no VmHWM')
  return Number(kilobytes) / 1024
}
