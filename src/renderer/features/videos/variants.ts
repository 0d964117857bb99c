import type { Variant } from '../../../shared/model/settings/smart-autoplay.ts'
import type { Video } from '../../../shared/model/video.ts'

export const variantsOf = ({ smart_autoplay }: Video): Variant[] => smart_autoplay?.variants ?? []

export const withoutVariant = (variants: readonly Variant[], index: number) =>
  variants.filter((_, at) => at !== index)

/** A variant with some keys changed; `file_id` and `scale` belong to `image` alone. */
export function changedVariant(variant: Variant, change: Partial<Variant>): Variant {
  const next = { ...variant, ...change }
  if (next.template_name === 'image') return { ...next, scale: next.scale ?? 1 }
  const { file_id: _file, scale: _scale, ...rest } = next
  return rest
}
