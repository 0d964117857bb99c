/**
 * A process that downloads an account until it is stopped, under plain Node with real files. It
 * prints `ready` once its code is loaded, waits for a scope as a line, and prints `open` once the
 * data is opened and `ended` with the result of the download.
 */
import { once } from 'node:events'
import type { DownloadScope } from '../../src/shared/features/downloads/download.ts'
import { openDesk } from './desk.ts'
import { memoryKeytar } from './keychain.ts'

const [folder = '', account_id = '', base_url = '', key = ''] = process.argv.slice(2)
const { keytar, items } = memoryKeytar()
items.set(`Cuepoint/${account_id}:analytics@${base_url}`, key)

const say = (word: string, value: unknown) =>
  process.stdout.write(`${word} ${JSON.stringify(value)}\n`)

say('ready', null)
const [line] = (await once(process.stdin, 'data')) as [Buffer]
const scope = JSON.parse(line.toString()) as DownloadScope

const desk = openDesk(folder, { keytar: () => Promise.resolve(keytar) })
const { downloads, overview } = desk.handlers
const last = (await downloads.list(undefined)).find((state) => state.account_id === account_id)
say('open', last?.status ?? null)
const isToResume = last?.status === 'interrupted' || last?.status === 'failed'
await (isToResume ? downloads.resume({ account_id }) : downloads.start(scope))
for (;;) {
  const [state] = await downloads.list(undefined)
  if (state && !['running', 'waiting'].includes(state.status)) {
    const { rows } = await overview.read(scope)
    say('ended', { state, rows: rows.length })
    break
  }
  await new Promise((next) => setTimeout(next, 10))
}
await desk.close()
process.exit(0)
