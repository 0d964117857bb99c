import type { Account } from '../../../../shared/model/desk.ts'
import type { VideoDesk } from '../../../../shared/model/edit.ts'
import { Timeline, type TimelineProps } from './timeline.tsx'
import { useAudience } from './use-audience.ts'

interface VideoTimelineProps {
  account: Account
  desk: Pick<VideoDesk, 'shown' | 'edits'>
  onChange: TimelineProps['onChange']
}

/** The timeline of a video of an account, with what is known of its audience. */
export function VideoTimeline({ account, desk, onChange }: VideoTimelineProps) {
  const audience = useAudience(account, desk.shown.id)
  return <Timeline video={desk.shown} edits={desk.edits} onChange={onChange} {...audience} />
}
