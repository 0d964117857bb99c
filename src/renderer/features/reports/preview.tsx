import { useEffect, useState } from 'react'
import { call } from '../../bridge.ts'
import classes from './reports.module.css'

/** Rows that a fast scroll only passes are not asked for. */
const RESTING_MS = 80
const MOST_KEPT = 200

// A report's picture never changes, and a row comes into view again and again.
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
  /** Said in the place of a picture that is not there. */
  without: string
}

/** A small picture of a report, read when its row rests in view. */
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
        // Without its picture the row says all that it says otherwise.
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
