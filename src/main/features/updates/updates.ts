import {
  AppError,
  type Failure,
  failureOf,
  isPaused,
  neverArrived,
} from '../../../shared/failure.ts'
import type { Pause } from '../../../shared/features/analytics/connection.ts'
import {
  compareVersions,
  type Manifest,
  type UpdateFile,
} from '../../../shared/features/updates/manifest.ts'
import type { UpdateOffer, UpdatesState } from '../../../shared/features/updates/state.ts'
import type { Clock } from '../../clock.ts'
import type { Log } from '../../log.ts'
import type { Screen } from '../../options.ts'
import { refuseWhenCancelled } from '../../threads/ending.ts'
import {
  DEADLINES,
  type Deadlines,
  fetchFile,
  fetchManifest,
  isWhole,
  type UpdateHttp,
} from './fetch.ts'
import { type Kept, openKept } from './kept.ts'
import {
  fileFor,
  isExpired,
  openManifest,
  refuseOutdated,
  signedPart,
  updateError,
} from './manifest.ts'
import type { OwnBuild } from './own-build.ts'
import { makeProgress } from './progress.ts'
import type { UpdateSource } from './source.ts'

export interface UpdatesParts {
  /** Null when this build never checks for updates. */
  source: UpdateSource | null
  /** The running version. */
  version: string
  own: OwnBuild
  folder: string
  http: UpdateHttp
  clock: Pick<Clock, 'now' | 'monotonic' | 'wait'>
  /** Whether the user agreed to daily checks. */
  isAgreed: () => boolean
  /** Why nothing is sent. */
  pause: () => Pause | null
  /** Number of edits that are being sent or read back. Queued ones survive an installation. */
  posting: () => Promise<number>
  screen: Pick<Screen, 'openFile' | 'showFile'>
  log: Pick<Log, 'write'>
  onChange: () => void
  deadlines?: Deadlines
}

/** A newer version, and its file for this computer. */
interface Offer {
  manifest: Manifest
  file: UpdateFile
  /** The local file name; the name in the manifest is not used. */
  name: string
}

/** A start has more urgent work. */
const FIRST_AFTER_MS = 60_000
/** Timers stop while a computer sleeps, so the daily check is considered more often. */
const AGAIN_AFTER_MS = 3_600_000
const DAY_MS = 24 * 3_600_000
const POSTED_AFTER_MS = 1000

/** Checks for newer versions, downloads and opens them, each only when the user says so. */
export function makeUpdates(parts: UpdatesParts) {
  const { source, clock } = parts
  const kept = openKept(parts.folder)
  const progress = makeProgress(parts)
  const closing = new AbortController()
  let offer = offerFrom(parts, keptManifest(kept, source))

  const check = () =>
    progress.run('checking', async (signal) => {
      offer = await checkAddress(parts, kept, signal)
      return idleStep(kept, offer)
    })

  /** Checks at most once a day, and not before the user agreed. */
  async function checkIfDue() {
    const mayCheck = source !== null && parts.isAgreed() && !parts.pause()
    if (mayCheck && !progress.isUnderWay() && isDue(kept, clock.now())) await check()
  }

  async function checkRegularly() {
    await progress.run('checking', () => idleStep(kept, offer))
    await clock.wait(FIRST_AFTER_MS, closing.signal)
    for (;;) {
      await checkIfDue()
      await clock.wait(AGAIN_AFTER_MS, closing.signal)
    }
  }

  // Rejects when closed.
  if (source) checkRegularly().catch(() => undefined)

  return {
    state: (): UpdatesState => ({
      host: source && new URL(source.address).host,
      checkedAt: kept.state().checkedAt,
      isNewest: kept.state().isAccepted && isNewest(parts, keptManifest(kept, source)),
      offer: offer && publicOffer(offer),
      ...progress.now(),
    }),
    check,
    checkIfDue,
    /** Announces the result on every screen. */
    async checkFromMenu() {
      progress.update({ isAnnounced: true })
      if (!progress.isUnderWay()) await check()
    },
    download: () =>
      progress.run('downloading', async (signal) => {
        await download(parts, placed(kept, offer), { signal, onBytes: progress.onBytes })
        return 'downloaded'
      }),
    open: () =>
      progress.run('waiting', async (signal) => {
        const onPosting = (posting: number) => progress.update({ posting })
        await open(parts, placed(kept, offer), { signal, onPosting })
        return 'opened'
      }),
    cancel: () => progress.cancel(),
    /** To be called when nothing is sent any more. Publishing is only waited for, which sends nothing. */
    stopOffline() {
      if (parts.pause() && progress.now().step !== 'waiting') void progress.cancel()
    },
    /** To be called when requests may be sent again. */
    goOn() {
      const { failure } = progress.now()
      if (failure && isPaused(failure)) progress.forgetFailure()
    },
    dismiss: () => progress.update({ isAnnounced: false }),
    close() {
      closing.abort()
      return progress.cancel()
    },
  }
}

/** The newest accepted manifest; the stored file is verified again. */
function keptManifest(kept: Kept, source: UpdateSource | null): Manifest | null {
  try {
    return openManifest(kept.state().newest, source?.keys ?? [])
  } catch {
    return null
  }
}

/** What an expired manifest said may have changed since. */
const isNewest = ({ version, clock }: UpdatesParts, manifest: Manifest | null) =>
  manifest !== null &&
  !isExpired(manifest, clock.now()) &&
  compareVersions(manifest.version, version) <= 0

/** Null when the manifest has nothing for this installation. */
function offerFrom(parts: UpdatesParts, manifest: Manifest | null): Offer | null {
  if (!manifest || isExpired(manifest, parts.clock.now())) return null
  try {
    return newerThan(parts, manifest)
  } catch {
    return null
  }
}

/** Null unless the manifest is newer. Throws `update` without a file for this computer. */
function newerThan({ version, own }: UpdatesParts, manifest: Manifest): Offer | null {
  if (compareVersions(manifest.version, version) <= 0) return null
  const file = fileFor(manifest, own)
  const name = `cuepoint-${manifest.version}-${file.processor}.${file.package}`
  return { manifest, file, name }
}

const publicOffer = ({ manifest, file }: Offer): UpdateOffer => {
  const { version, date, notes } = manifest
  return { version, date, notes, size: file.size }
}

/** The step after a start or a check; removes all other files. */
async function idleStep(kept: Kept, offer: Offer | null): Promise<UpdatesState['step']> {
  await kept.clear(offer?.name ?? null)
  return offer && (await isWhole(kept.place(offer.name), offer.file)) ? 'downloaded' : 'idle'
}

function isDue(kept: Kept, now: number) {
  const { checkedAt } = kept.state()
  // Absolute, so that a clock that was set back does not prevent checks.
  return checkedAt === null || Math.abs(now - checkedAt) >= DAY_MS
}

/** Fetches the manifest; accepts it when signed, for this product, and not outdated. */
async function checkAddress(
  parts: UpdatesParts,
  kept: Kept,
  signal: AbortSignal,
): Promise<Offer | null> {
  const { source, http, clock, log, version, deadlines = DEADLINES } = parts
  const { address, keys } = reachable(parts, source)
  try {
    const answer = await fetchManifest(http, { address, deadlines, signal })
    const manifest = openManifest(answer, keys)
    refuseOutdated(manifest, {
      version,
      newest: keptManifest(kept, { address, keys }),
      now: clock.now(),
    })
    await kept.keep({ newest: signedPart(answer), checkedAt: clock.now(), isAccepted: true })
    const offer = newerThan(parts, manifest)
    log.write('update-checked', { version: manifest.version })
    return offer
  } catch (thrown) {
    const failure = failureOf(thrown)
    log.write('update-checked', reasonOf(failure))
    // Nothing was reached, so the next check is not delayed by a day.
    if (failure.kind !== 'cancelled' && !neverArrived(failure)) {
      await kept.keep({ checkedAt: clock.now(), isAccepted: false })
    }
    throw thrown
  }
}

const reasonOf = (failure: Failure) => ({
  kind: failure.kind,
  ...('reason' in failure && { reason: failure.reason }),
})

/** Throws `offline` while nothing is sent. */
function reachable({ pause }: UpdatesParts, source: UpdateSource | null): UpdateSource {
  if (!source) throw new AppError({ kind: 'refused', text: 'This build has no update address.' })
  const reason = pause()
  if (!reason) return source
  const { host } = new URL(source.address)
  throw new AppError({ kind: 'offline', reason, host, service: 'updates' })
}

interface Placed {
  file: UpdateFile
  place: string
}

function placed(kept: Kept, offer: Offer | null): Placed {
  if (!offer) throw updateError('gone')
  return { file: offer.file, place: kept.place(offer.name) }
}

async function download(
  parts: UpdatesParts,
  { file, place }: Placed,
  { signal, onBytes }: { signal: AbortSignal; onBytes: (count: number) => void },
) {
  const { source, http, log, deadlines = DEADLINES } = parts
  const { address } = reachable(parts, source)
  try {
    await fetchFile(http, { address, file, place, deadlines, signal, onBytes })
    log.write('update-downloaded', { text: file.name, count: file.size })
  } catch (thrown) {
    log.write('update-downloaded', reasonOf(failureOf(thrown)))
    throw thrown
  }
}

/** Opens the file with the system once no edit is being posted, and only as it was verified. */
async function open(
  { screen, posting, clock, log }: UpdatesParts,
  { file, place }: Placed,
  { signal, onPosting }: { signal: AbortSignal; onPosting: (posting: number) => void },
) {
  for (let count = await posting(); count > 0; count = await posting()) {
    onPosting(count)
    await clock.wait(POSTED_AFTER_MS, signal)
  }
  refuseWhenCancelled(signal)
  // Last, because the file could be replaced while edits are posted.
  if (!(await isWhole(place, file))) throw updateError('gone', file.name)
  // An archive is shown in its folder; a package is opened by the system's installer.
  if (file.package === 'tar.xz') screen.showFile(place)
  else await screen.openFile(place)
  log.write('update-opened', { text: file.name })
}
