import { useCallback } from 'react'
import {
  type PicturesList,
  referredHash,
  type StoredPicture,
} from '../../../shared/features/pictures/picture.ts'
import { shortId } from '../../../shared/features/publishing/value-text.ts'
import { useCall } from '../../query.ts'

const HASH_SHOWN = 8

/** The name of an overlay's picture, or the start of its id when it is not stored here. */
export function pictureName(list: PicturesList | undefined, file_id: string): string {
  if (!list) return shortId(file_id)
  const { pictures, orphans } = list
  const picture = pictures.find(isOf(file_id))
  const name = (picture ?? orphans.find((file) => file.file_id === file_id))?.name
  if (name === undefined) return shortId(file_id)
  const isShared = pictures.some((other) => other !== picture && other.name === name)
  return isShared ? `${name} (${(picture?.hash ?? file_id).slice(0, HASH_SHOWN)})` : name
}

function isOf(file_id: string) {
  const hash = referredHash(file_id)
  return (picture: StoredPicture) => picture.hash === hash || picture.file_ids.includes(file_id)
}

/** `pictureName` for an account. With null it fetches nothing and only shortens ids. */
export function usePictureName(account_id: string | null) {
  const { value } = useCall('pictures', 'list', account_id === null ? null : { account_id })
  return useCallback((file_id: string) => pictureName(value, file_id), [value])
}
