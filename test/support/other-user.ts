import fs from 'node:fs'
import path from 'node:path'
import { newFolder } from './folder.ts'
import { appExecutable } from './launch.ts'

export const NOBODY = 65534

/**
 * What is needed to start Electron as an ordinary user, with Chromium's sandbox: when run as root,
 * for whom there is no sandbox, a launcher that changes to `nobody`. The keychain then belongs to
 * another user.
 */
export function asPerson() {
  const folder = newFolder()
  if (process.getuid?.() !== 0) return { folder, launcher: appExecutable(), env: {} }
  const launcher = path.join(folder, 'electron.sh')
  const become = `setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups`
  fs.writeFileSync(launcher, `#!/bin/sh\nexec ${become} "${appExecutable()}" "$@"\n`)
  fs.chmodSync(launcher, 0o755)
  const env: Record<string, string> = {
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    DBUS_SESSION_BUS_ADDRESS: 'disabled:',
  }
  const ticket = process.env['XAUTHORITY']
  if (ticket) {
    env['XAUTHORITY'] = path.join(folder, 'ticket')
    fs.copyFileSync(ticket, env['XAUTHORITY'])
    fs.chownSync(env['XAUTHORITY'], NOBODY, NOBODY)
  }
  fs.chmodSync(folder, 0o700)
  const data = path.join(folder, 'data')
  fs.mkdirSync(data)
  for (const each of [folder, data]) fs.chownSync(each, NOBODY, NOBODY)
  return { folder: data, launcher, env }
}
