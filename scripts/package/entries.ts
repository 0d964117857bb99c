// Compares the files in the app's archive with a stored list, so that no file is added unnoticed.
import fs from 'node:fs'
import path from 'node:path'
import { listPackage } from '@electron/asar'

const LIST = path.resolve(import.meta.dirname, '../../resources/package/entries.txt')
/**
 * Not in every package: what the carried Electron lacks, and code caches, which are made by running
 * the app and so not for another processor.
 */
const UNLISTED = /^\/(carried|node_modules\/(@photostructure|node-gyp-build))(\/|$)|\.cjs\.cache$/

/**
 * The files of an archive, sorted. Parts of names that depend on the build or the system are
 * removed.
 */
export function entriesOf(archive: string): string[] {
  const all = listPackage(archive, { isPack: false }).map((each) => each.replaceAll('\\', '/'))
  const files = all.filter((each) => !all.some((other) => other.startsWith(`${each}/`)))
  return [...new Set(files.map(plainName))].sort()
}

/** Vite adds eight characters of the content's hash to a name. */
const plainName = (entry: string) =>
  entry
    .replace(/-[\w-]{8}(\.(?:js|css|woff2))$/, '-*$1')
    .replace(/\/prebuilds\/[\w-]+\//, '/prebuilds/*/')

/** What an archive has more (`+`) and less (`-`) than the list. */
export function differences(entries: readonly string[], listed: readonly string[]): string[] {
  const own = entries.filter((each) => !UNLISTED.test(each))
  return [
    ...own.filter((each) => !listed.includes(each)).map((each) => `+ ${each}`),
    ...listed.filter((each) => !own.includes(each)).map((each) => `- ${each}`),
  ]
}

export const listedEntries = () => fs.readFileSync(LIST, 'utf8').trimEnd().split('\n')

/** Throws when an archive differs from the list. */
export function checkEntries(archive: string) {
  const differing = differences(entriesOf(archive), listedEntries())
  if (differing.length === 0) return
  throw new Error(
    `The archive differs from resources/package/entries.txt:\n${differing.join('\n')}\n` +
      'If that is meant, run: npm run package -- --accept-entries',
  )
}

export function acceptEntries(archive: string) {
  const own = entriesOf(archive).filter((each) => !UNLISTED.test(each))
  fs.writeFileSync(LIST, `${own.join('\n')}\n`)
}
