import { DeskError, type Failure, failureOf, neverArrived } from '../../../shared/failure.ts'
import {
  compareVersions,
  type Manifest,
  type UpdateFile,
} from '../../../shared/features/updates/manifest.ts'
import type { UpdateOffer, UpdatesState } from '../../../shared/features/updates/state.ts'
import type { Clock } from '../../clock.ts'
import type { Log } from '../../log.ts'
import type { Screen } from '../../options.ts'
import type { DeskHandlers } from '../../shell/router.ts'
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
  /** Null: nothing is ever asked. */
  source: UpdateSource | null
  /** The version that runs. */
  version: string
  own: OwnBuild
  /** The folder of updates. */
  folder: string
  http: UpdateHttp
  clock: Pick<Clock, 'now' | 'monotonic' | 'wait'>
  /** Whether the person agreed that the address is asked once a day. */
  isAgreed: () => boolean
  /** Whether the person works offline. */
  isOffline: () => boolean
  /** Changes that are being posted or wait for their turn. */
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
  /** Under which name the file is kept: never the one that came. */
  name: string
}

/** At a start there is more to do. */
const FIRST_AFTER_MS = 60_000
/** A computer that sleeps stops its timers: whether a day is over is looked at more often. */
const AGAIN_AFTER_MS = 3_600_000
const DAY_MS = 24 * 3_600_000
const POSTED_AFTER_MS = 1000

export type Updates = ReturnType<typeof makeUpdates>

/** Newer versions: asked for, told, downloaded and handed to the system, each when the person said so. */
export function makeUpdates(parts: UpdatesParts) {
  const { source, clock } = parts
  const kept = openKept(parts.folder)
  const progress = makeProgress(parts)
  const closing = new AbortController()
  let offer = source && offerFrom(parts, keptManifest(kept, source))

  const check = () =>
    progress.run('checking', async (signal) => {
      offer = await look(parts, kept, signal)
      return restingStep(kept, offer)
    })

  /** At most once a day, and never before the person agreed. */
  async function checkIfDue() {
    const isAsked = source !== null && parts.isAgreed() && !parts.isOffline()
    if (isAsked && !progress.isUnderWay() && isDue(kept, clock.now())) await check()
  }

  async function keepOn() {
    await progress.run('checking', () => restingStep(kept, offer))
    await clock.wait(FIRST_AFTER_MS, closing.signal)
    for (;;) {
      await checkIfDue()
      await clock.wait(AGAIN_AFTER_MS, closing.signal)
    }
  }

  // Ends when it is closed.
  if (source) keepOn().catch(() => undefined)

  return {
    state: (): UpdatesState => ({
      host: source && new URL(source.address).host,
      checkedAt: kept.state().checkedAt,
      isNewest: kept.state().isAccepted && !offer,
      offer: offer && told(offer),
      ...progress.now(),
    }),
    check,
    checkIfDue,
    /** Its outcome is told wherever the person is. */
    async checkFromMenu() {
      progress.become({ isAnnounced: true })
      if (!progress.isUnderWay()) await check()
    },
    download: () =>
      progress.run('downloading', async (signal) => {
        await download(parts, placed(kept, offer), { signal, onBytes: progress.onBytes })
        return 'downloaded'
      }),
    open: () =>
      progress.run('waiting', async (signal) => {
        const onPosting = (posting: number) => progress.become({ posting })
        await open(parts, placed(kept, offer), { signal, onPosting })
        return 'opened'
      }),
    cancel: () => progress.cancel(),
    dismiss: () => progress.become({ isAnnounced: false }),
    close() {
      closing.abort()
      return progress.cancel()
    },
  }
}

/** The newest manifest that was accepted; what lies on the disk is believed as little as an answer. */
function keptManifest(kept: Kept, { keys }: UpdateSource): Manifest | null {
  try {
    return openManifest(kept.state().newest, keys)
  } catch {
    return null
  }
}

/** Null when the manifest offers nothing to this installation. */
function offerFrom(parts: UpdatesParts, manifest: Manifest | null): Offer | null {
  if (!manifest || isExpired(manifest, parts.clock.now())) return null
  try {
    return newerThan(parts, manifest)
  } catch {
    return null
  }
}

/** Null when the version is the one that runs. Throws `update` when there is no file for this computer. */
function newerThan({ version, own }: UpdatesParts, manifest: Manifest): Offer | null {
  if (compareVersions(manifest.version, version) <= 0) return null
  const file = fileFor(manifest, own)
  const name = `cuepoint-${manifest.version}-${file.processor}.${file.package}`
  return { manifest, file, name }
}

const told = ({ manifest, file }: Offer): UpdateOffer => {
  const { version, date, notes } = manifest
  return { version, date, notes, size: file.size }
}

/** Nothing is under way after a start or a check: the file may be here, and what else is here goes. */
async function restingStep(kept: Kept, offer: Offer | null): Promise<UpdatesState['step']> {
  await kept.clear(offer?.name ?? null)
  return offer && (await isWhole(kept.place(offer.name), offer.file)) ? 'downloaded' : 'resting'
}

function isDue(kept: Kept, now: number) {
  const { checkedAt } = kept.state()
  // A computer whose clock was put back is not kept from asking for ever.
  return checkedAt === null || Math.abs(now - checkedAt) >= DAY_MS
}

/** Asks the address, and believes what is signed, of this product and not older than what is known. */
async function look(parts: UpdatesParts, kept: Kept, signal: AbortSignal): Promise<Offer | null> {
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
    // Where nothing was reached nothing was asked: it is tried again within the day.
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

/** Throws `offline` while the person works so. */
function reachable({ isOffline }: UpdatesParts, source: UpdateSource | null): UpdateSource {
  if (!source) throw new DeskError({ kind: 'refused', text: 'This build has no update address.' })
  if (!isOffline()) return source
  const { host } = new URL(source.address)
  throw new DeskError({ kind: 'offline', reason: 'unreachable', host, service: 'updates' })
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

/** Gives the file to the system once nothing is being posted, and only as it was signed. */
async function open(
  { screen, posting, clock, log }: UpdatesParts,
  { file, place }: Placed,
  { signal, onPosting }: { signal: AbortSignal; onPosting: (posting: number) => void },
) {
  if (!(await isWhole(place, file))) throw updateError('gone', file.name)
  for (let count = await posting(); count > 0; count = await posting()) {
    onPosting(count)
    await clock.wait(POSTED_AFTER_MS, signal)
  }
  refuseWhenCancelled(signal)
  // An archive is unpacked where the person likes; a package has a program that installs it.
  if (file.package === 'tar.xz') screen.showFile(place)
  else await screen.openFile(place)
  log.write('update-opened', { text: file.name })
}

export function updatesHandlers(updates: Updates): DeskHandlers['updates'] {
  return {
    state: () => updates.state(),
    check: () => updates.check(),
    download: () => updates.download(),
    cancel: () => updates.cancel(),
    open: () => updates.open(),
    dismiss: () => updates.dismiss(),
  }
}
