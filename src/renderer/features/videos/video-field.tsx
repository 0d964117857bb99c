import { useMemo } from 'react'
import { OPTIONAL_TEXT } from '../../../shared/features/videos/codec.ts'
import { call } from '../../bridge.ts'
import { useAccount } from '../../desk.ts'
import { useQuery } from '../../query.ts'
import { TypedField } from './fields.tsx'
import { namedVideos } from './named-videos.ts'
import type { FieldPlace } from './use-field.ts'

interface VideoFieldProps {
  /** The edited video, which is not offered. */
  video_id: string
  at: FieldPlace
  hint: string
}

/** Another video of the account, chosen by its name. An id that is not in the list can be typed. */
export function VideoField({ video_id, at, hint }: VideoFieldProps) {
  const account_id = useAccount()?.id ?? ''
  const { value: list } = useQuery(`videos ${account_id}`, () => call.videos.list({ account_id }), [
    'videos',
    'edits',
  ])
  const { names, codec } = useMemo(() => {
    const others = (list?.rows ?? []).filter(({ id }) => id !== video_id)
    return namedVideos(others, OPTIONAL_TEXT)
  }, [list, video_id])
  return <TypedField {...{ at, hint, codec }} choices={names} />
}
