import { z } from 'zod'

/** One call: the schemas of its input and output. */
export interface Operation<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType> {
  readonly input: In
  readonly output: Out
  /**
   * Maximum input of a bridge call in characters, when it is not the usual one (`LARGEST_INPUT` of `router.ts`).
   * Never above `LARGEST_CALL`.
   */
  readonly largestInput?: number
  /** For a bridge call with a large output: it crosses as one JSON text, which is far faster. */
  readonly isLarge?: true
  /** For a bridge call that its feature answers from desk.db, by the function of this name in its `store.ts`. */
  readonly isStored?: true
  /** For such a call: after it the window is notified that something of its noun changed. */
  readonly changes?: true
}

/**
 * An operation of a service. Its input is one flat object: the query of a GET, otherwise the JSON body. Keys
 * that the path names in braces fill the path instead.
 */
export interface Endpoint<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType>
  extends Operation<In, Out> {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: `/${string}`
}

export type Input<O extends Operation> = z.output<O['input']>
export type Output<O extends Operation> = z.output<O['output']>
/** An output as it is transferred, before its schema parses it. */
export type Wire<O extends Operation> = z.input<O['output']>

/** One function per row of a table: how main implements the bridge. */
export type Handlers<Table extends Record<string, Operation>, Context = void> = {
  [Name in keyof Table]: (
    input: Input<Table[Name]>,
    context: Context,
  ) => Output<Table[Name]> | Promise<Output<Table[Name]>>
}

/** One function per row of a service's table: how the sandbox implements the service. */
export type Answers<Table extends Record<string, Endpoint>, Context> = {
  [Name in keyof Table]: (input: Input<Table[Name]>, context: Context) => Wire<Table[Name]>
}

/** The output schema of a value that main makes itself: trusted to be a T, not checked. */
export const returns = <T>() => z.custom<T>()
export const noInput = z.undefined()
export const noOutput = returns<void>()
/** All but the input of a call that changes desk.db and returns nothing. */
export const storedChange = { output: noOutput, isStored: true, changes: true } as const
