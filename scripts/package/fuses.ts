// Sets the fuses in Electron's executable, which switch features off so that no argument and no
// variable enables them.
import {
  FuseState,
  FuseV1Options,
  FuseVersion,
  flipFuses,
  getCurrentFuseWire,
} from '@electron/fuses'

export type PackageKind = 'release' | 'test'

const {
  RunAsNode,
  EnableCookieEncryption,
  EnableNodeOptionsEnvironmentVariable,
  EnableNodeCliInspectArguments,
  EnableEmbeddedAsarIntegrityValidation,
  OnlyLoadAppFromAsar,
  LoadBrowserProcessSpecificV8Snapshot,
  GrantFileProtocolExtraPrivileges,
  WasmTrapHandlers,
} = FuseV1Options

/** Every fuse of the Electron version that the app is written for. */
export const fusesOf = (kind: PackageKind): Record<FuseV1Options, boolean> => ({
  [RunAsNode]: false,
  [EnableCookieEncryption]: true,
  [EnableNodeOptionsEnvironmentVariable]: false,
  // Needed by Playwright to drive the package for tests.
  [EnableNodeCliInspectArguments]: kind === 'test',
  // Electron checks it on macOS and Windows only.
  [EnableEmbeddedAsarIntegrityValidation]: true,
  [OnlyLoadAppFromAsar]: true,
  [LoadBrowserProcessSpecificV8Snapshot]: false,
  [GrantFileProtocolExtraPrivileges]: false,
  // The default: faster checks of memory, not a permission.
  [WasmTrapHandlers]: true,
})

/** Sets every fuse of this Electron; an unknown one is an error. */
export async function setFuses(electron: string, kind: PackageKind) {
  const there = await readFuses(electron)
  const fuses = Object.entries(fusesOf(kind)).filter(([fuse]) => there.has(Number(fuse)))
  await flipFuses(electron, {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    resetAdHocDarwinSignature: process.platform === 'darwin',
    ...(Object.fromEntries(fuses) as Record<FuseV1Options, boolean>),
  })
}

/** The fuses as they are in a file: an older Electron has fewer. */
export async function readFuses(electron: string): Promise<Map<FuseV1Options, boolean>> {
  const { version: _, ...wire } = await getCurrentFuseWire(electron)
  return new Map(
    Object.entries(wire).map(([fuse, state]) => [
      Number(fuse) as FuseV1Options,
      (state as unknown as FuseState) === FuseState.ENABLE,
    ]),
  )
}
