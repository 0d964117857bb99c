import { useMemo } from 'react'
import type { VideoDesk } from '../../../../shared/features/publishing/edit.ts'
import { checkVideo } from '../../../../shared/features/videos/check/check-video.ts'
import type { Account } from '../../../../shared/model/desk.ts'
import { wrongItems } from './placed.ts'
import { Timeline, type TimelineProps } from './timeline.tsx'
import { useAudience } from './use-audience.ts'

interface VideoTimelineProps {
  account: Account
  desk: Pick<VideoDesk, 'base' | 'shown' | 'edits'>
  onChange: TimelineProps['onChange']
}

/** The timeline of a video of an account, with what is known of its audience. */
export function VideoTimeline({ account, desk, onChange }: VideoTimelineProps) {
  const audience = useAudience(account, desk.shown.id)
  const { base, shown, edits } = desk
  const wrong = useMemo(() => wrongItems(checkVideo(shown, { base })), [shown, base])
  return <Timeline video={shown} {...{ edits, wrong, onChange }} {...audience} />
}
