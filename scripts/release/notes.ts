// Prints the notes of a release in each language, and the commits since the previous one.
import { execFileSync } from 'node:child_process'
import { LANGUAGES } from '../../src/shared/locales/languages.ts'
import { notesOf, versionOf } from './manifest.ts'

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()

/** The commits since the previous tag; all of them for the first release. */
function commitsSince(tag: string | null): string[] {
  const range = tag === null ? 'HEAD' : `${tag}..HEAD`
  return git('log', '--no-merges', '--format=%s', range).split('\n').filter(Boolean)
}

function tagBefore(): string | null {
  const [, before] = git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-v:refname').split('\n')
  return before || null
}

/** For the page of a release, with markup in subjects escaped. */
export function releaseNotes(
  notes: ReturnType<typeof notesOf>,
  commits: readonly string[],
): string {
  const lines = commits.map((subject) => `- ${subject.replace(/[\\`*_<>[\]@#]/g, '\\$&')}`)
  const told = LANGUAGES.flatMap((language) => [notes[language] ?? [], ''].flat())
  return [...told, '## Commits', '', ...lines, ''].join('\n')
}

if (import.meta.main) {
  process.stdout.write(releaseNotes(notesOf(versionOf()), commitsSince(tagBefore())))
}
