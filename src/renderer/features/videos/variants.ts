import type { Variant } from '../../../shared/api/settings/smart-autoplay.ts'
import type { Video } from '../../../shared/api/video.ts'
import { type KeptPicture, pictureReference } from '../../../shared/features/pictures/picture.ts'

export const variantsOf = ({ smart_autoplay }: Video): Variant[] => smart_autoplay?.variants ?? []

/** The register that the overlays are, and that is only ever set whole. */
export const VARIANTS = { group: 'smart_autoplay', item_id: null, register: 'variants' } as const

export const asVariants = (value: unknown): Variant[] => (value as Variant[] | null) ?? []

/** What becomes of the list, and of what is typed in one of its parts. */
export type ListChange = [
  next: (value: unknown) => Variant[],
  place?: (part: readonly string[]) => readonly string[] | null,
]

export const withoutVariant = (index: number): ListChange => [
  (value) => asVariants(value).filter((_, at) => at !== index),
  ([at, ...part]) => {
    if (Number(at) === index) return null
    return [String(Number(at) > index ? Number(at) - 1 : at), ...part]
  },
]

export const withVariant = (index: number, change: Partial<Variant>): ListChange => [
  (value) =>
    asVariants(value).map((variant, at) =>
      at === index ? changedVariant(variant, change) : variant,
    ),
]

/** A variant with some keys changed; `file_id` and `scale` belong to `image` alone. */
export function changedVariant(variant: Variant, change: Partial<Variant>): Variant {
  const next = { ...variant, ...change }
  if (next.template_name === 'image') return { ...next, scale: next.scale ?? 1 }
  const { file_id: _file, scale: _scale, ...rest } = next
  return rest
}

/** The picture on this computer that a file id, or what stands for one, is about. */
export const pictureNamed = (file_id: unknown, pictures: readonly KeptPicture[]) =>
  pictures.find(
    ({ hash, file_ids }) =>
      file_id === pictureReference(hash) || file_ids.some((known) => known === file_id),
  )

/** What was uploaded already is used as it is there. */
export const fileIdOf = ({ hash, file_ids }: KeptPicture) => file_ids[0] ?? pictureReference(hash)
