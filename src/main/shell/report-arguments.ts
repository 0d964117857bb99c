import path from 'node:path'

const isReport = (argument: string) => !argument.startsWith('-') && /\.cuepoint$/i.test(argument)

/** The report files named by a command line, as absolute paths. */
export const reportsIn = (argv: readonly string[], folder: string): string[] =>
  argv
    .slice(1)
    .filter(isReport)
    .map((each) => path.resolve(folder, each))

/** The arguments to start the app again with: those of a command line, but with these reports. */
export const argumentsWith = (argv: readonly string[], reports: readonly string[]): string[] => [
  ...argv.slice(1).filter((each) => !isReport(each)),
  ...reports,
]
