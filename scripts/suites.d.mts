export function vitest(project: string, args: string[]): string[]

export interface Unsteady {
  /** The file's path from the project's root. */
  name: string
  failures: string[]
}
export interface Counts {
  passed: number
  failed: number
  isWhole: boolean
  unsteady: Unsteady[]
}
export function suite(project: string, run: (args: string[]) => number): Counts
