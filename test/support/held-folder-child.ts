import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { makePictureFiles } from '../../src/main/features/pictures/kept-files.ts'

/**
 * Puts an account's pictures aside while their folder is busy: it is mounted on itself for a moment,
 * which has the effect of an open file in it on Windows. To be started in a mount namespace of its own.
 */
const [folder = ''] = process.argv.slice(2)
const files = makePictureFiles(folder)
await files.keep('account00001', Buffer.from('a picture'))
const kept = path.join(folder, 'pictures', 'account00001')
execFileSync('mount', ['--bind', kept, kept])
setTimeout(() => execFileSync('umount', [kept]), 100)
await files.putAside('account00001')
console.log('put aside')
