import type { Edit, Problem } from './edit.ts'

/**
 * Of a problem at an edit's place, whether it holds that edit back: the setting itself, or with no
 * change of it all that is changed beside it.
 */
export function isHeldBy(
  { register }: Problem,
  edit: Pick<Edit, 'register'>,
  beside: readonly Pick<Edit, 'register'>[],
): boolean {
  if (edit.register === null || register === null || edit.register === register) return true
  return !beside.some((other) => other.register === register)
}
