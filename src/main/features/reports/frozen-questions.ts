/** What a call asks, without whether the service itself was to be asked for it. */
export function askedOf(input: unknown): Record<string, unknown> {
  const { refresh: _, ...asked } = (input ?? {}) as Record<string, unknown>
  return asked
}
