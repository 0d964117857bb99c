// Whether Linux lets ordinary programs make user namespaces. Plain Node, no dependencies.

/** Settings of Ubuntu and Debian, with the value that forbids namespaces and the one that permits them. */
const SETTINGS = [
  ['kernel.apparmor_restrict_unprivileged_userns', '1', '0'],
  ['kernel.unprivileged_userns_clone', '0', '1'],
]

/** The command that permits them; null when they are permitted. `read` gives the value of a setting. */
export function namespacesCommand(read) {
  const changes = SETTINGS.filter(([name, forbidding]) => read(name)?.trim() === forbidding)
  if (changes.length === 0) return null
  return ['sudo sysctl -w', ...changes.map(([name, , permitting]) => `${name}=${permitting}`)].join(
    ' ',
  )
}
