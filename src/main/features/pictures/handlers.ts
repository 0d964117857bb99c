import type { DeskHandlers } from '../../shell/router.ts'
import type { Pictures } from './pictures.ts'

export function picturesHandlers(pictures: Pictures): DeskHandlers['pictures'] {
  return {
    choose: ({ account_id }) => pictures.choose(account_id),
    list: ({ account_id }) => pictures.list(account_id),
    preview: ({ account_id, hash }) => pictures.preview(account_id, hash),
  }
}
