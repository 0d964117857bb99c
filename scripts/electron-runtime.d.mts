/** The executable of the Electron to use. Throws an Error whose message says what to do. */
export function electronExecutable(options?: { say?: (line: string) => void }): string
