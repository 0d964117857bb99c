/** The executable of the Electron to use. Throws an Error whose message says what to do. */
export function electronExecutable(options?: { say?: (line: string) => void }): string

/** The folder and version of the registry-carried Electron when it is the one that is used. */
export function carriedElectron(executable?: string): { folder: string; version: string } | null
