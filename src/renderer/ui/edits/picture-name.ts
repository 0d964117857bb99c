import {
  type KeptPicture,
  type PicturesList,
  referredHash,
} from '../../../shared/features/pictures/picture.ts'
import { call } from '../../bridge.ts'
import { useQuery } from '../../query.ts'

// Enough to tell two ids apart, as of two pictures that are called the same.
const ID_SHOWN = 14
const HASH_SHOWN = 8

const shortened = (file_id: string) =>
  file_id.length > ID_SHOWN ? `${file_id.slice(0, ID_SHOWN)}…` : file_id

/** What a picture of an overlay is called, or the beginning of its id when this desk never had it. */
export function pictureName(list: PicturesList | undefined, file_id: string): string {
  if (!list) return shortened(file_id)
  const { pictures, orphans } = list
  const picture = pictures.find(isOf(file_id))
  const name = (picture ?? orphans.find((file) => file.file_id === file_id))?.name
  if (name === undefined) return shortened(file_id)
  const isShared = pictures.some((other) => other !== picture && other.name === name)
  return isShared ? `${name} (${(picture?.hash ?? file_id).slice(0, HASH_SHOWN)})` : name
}

function isOf(file_id: string) {
  const hash = referredHash(file_id)
  return (picture: KeptPicture) => picture.hash === hash || picture.file_ids.includes(file_id)
}

/** `pictureName` of an account; with null it asks nothing and knows none. */
export function usePictureName(account_id: string | null) {
  const { value } = useQuery(
    account_id === null ? null : `pictures ${account_id}`,
    () => call.pictures.list({ account_id: account_id ?? '' }),
    ['pictures'],
  )
  return (file_id: string) => pictureName(value, file_id)
}
