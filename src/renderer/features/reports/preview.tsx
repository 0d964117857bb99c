import { useEffect, useState } from 'react'
import { call } from '../../bridge.ts'
import classes from './reports.module.css'

/** Delay in milliseconds, so that rows passed by fast scrolling load no preview. */
const RESTING_MS = 80
const MOST_PREVIEWS = 200

// A cache, because a report's preview never changes, and rows scroll in and out of view.
const previews = new Map<string, string | null>()

function addPreview(id: string, address: string | null) {
  previews.delete(id)
  previews.set(id, address)
  const [oldest] = previews.keys()
  if (previews.size > MOST_PREVIEWS && oldest !== undefined) previews.delete(oldest)
}

interface PreviewProps {
  id: string
  hasPreview: boolean
  /** Text shown when there is no preview. */
  without: string
}

/** The preview of a report, loaded when its row stays in view. */
export function Preview({ id, hasPreview, without }: PreviewProps) {
  const [address, setAddress] = useState(previews.get(id) ?? null)
  useEffect(() => {
    if (!hasPreview || previews.has(id)) return
    let isGone = false
    const load = () =>
      void call.reports.preview({ id }).then(
        (read) => {
          addPreview(id, read)
          if (!isGone) setAddress(read)
        },
        // Without the preview, the row is still complete.
        () => undefined,
      )
    const resting = setTimeout(load, RESTING_MS)
    return () => {
      isGone = true
      clearTimeout(resting)
    }
  }, [id, hasPreview])
  if (address) return <img src={address} alt="" className={classes.picture} draggable={false} />
  return <span className={classes.noPicture}>{!hasPreview && without}</span>
}
