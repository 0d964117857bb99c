import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { writeWhole } from '../../src/main/disk/atomic-file.ts'
import { failureOf } from '../../src/shared/failure.ts'

/**
 * Writes over a busy file: something is mounted on it, which has the effect of an open file on
 * Windows. Prints its content afterwards, or the failure. To be started in a mount namespace of its
 * own.
 */
const [file = '', other = '', releasedAfter = ''] = process.argv.slice(2)
writeFileSync(file, 'old')
writeFileSync(other, 'mounted')
execFileSync('mount', ['--bind', other, file])
const release = () => execFileSync('umount', [file])
if (releasedAfter !== '') setTimeout(release, Number(releasedAfter))
try {
  await writeWhole(file, (sink) => sink.write(Buffer.from('new')), { access: 'private' })
  console.log(JSON.stringify(readFileSync(file, 'utf8')))
} catch (thrown) {
  release()
  console.log(JSON.stringify({ ...failureOf(thrown), content: readFileSync(file, 'utf8') }))
}
