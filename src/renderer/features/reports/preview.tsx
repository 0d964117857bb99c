import { useEffect, useState } from 'react'
import { call } from '../../bridge.ts'
import classes from './reports.module.css'

/** Delay in milliseconds, so that rows passed by fast scrolling load no preview. */
const RESTING_MS = 80
const MOST_KEPT = 200

// A cache, because a report's preview never changes, and rows scroll in and out of view.
const kept = new Map<string, string | null>()

function keep(id: string, address: string | null) {
  kept.delete(id)
  kept.set(id, address)
  const [oldest] = kept.keys()
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
}

interface PreviewProps {
  id: string
  hasPreview: boolean
  /** Text shown when there is no preview. */
  without: string
}

/** The preview of a report, loaded when its row stays in view. */
export function Preview({ id, hasPreview, without }: PreviewProps) {
  const [address, setAddress] = useState(kept.get(id) ?? null)
  useEffect(() => {
    if (!hasPreview || kept.has(id)) return
    let isGone = false
    const ask = () =>
      void call.reports.preview({ id }).then(
        (read) => {
          keep(id, read)
          if (!isGone) setAddress(read)
        },
        // Without the preview, the row is still complete.
        () => undefined,
      )
    const resting = setTimeout(ask, RESTING_MS)
    return () => {
      isGone = true
      clearTimeout(resting)
    }
  }, [id, hasPreview])
  if (address) return <img src={address} alt="" className={classes.picture} draggable={false} />
  return <span className={classes.noPicture}>{!hasPreview && without}</span>
}
