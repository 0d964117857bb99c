import type { Variant } from '../../../shared/api/settings/index.ts'
import type { Video } from '../../../shared/api/video.ts'
import { pictureReference, type StoredPicture } from '../../../shared/features/pictures/picture.ts'

export const variantsOf = ({ smart_autoplay }: Video): Variant[] => smart_autoplay?.variants ?? []

/** The register of the overlays, which is only set as a whole. */
export const VARIANTS = { group: 'smart_autoplay', item_id: null, register: 'variants' } as const

export const asVariants = (value: unknown): Variant[] => (value as Variant[] | null) ?? []

/** A change of the list, and of the paths of unsaved input within it. */
export type ListChange = [
  next: (value: unknown) => Variant[],
  place?: (part: readonly string[]) => readonly string[] | null,
]

/** Removes a variant; the unsaved input of later ones moves up by one. */
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

/** A variant with some keys changed; `file_id` and `scale` only exist for `image`. */
export function changedVariant(variant: Variant, change: Partial<Variant>): Variant {
  const next = { ...variant, ...change }
  if (next.template_name === 'image') return { ...next, scale: next.scale ?? 1 }
  const { file_id: _file, scale: _scale, ...rest } = next
  return rest
}

/** The local picture of a file id or placeholder. */
export const pictureNamed = (file_id: unknown, pictures: readonly StoredPicture[]) =>
  pictures.find(
    ({ hash, file_ids }) =>
      file_id === pictureReference(hash) || file_ids.some((known) => known === file_id),
  )

/** The file id of an earlier upload, or else the placeholder. */
export const fileIdOf = ({ hash, file_ids }: StoredPicture) => file_ids[0] ?? pictureReference(hash)
