import { z } from 'zod'

/** What may be asked: what goes in, and what comes out. */
export interface Operation<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType> {
  readonly input: In
  readonly output: Out
  /** Of a call of the window: how many characters its input may have, where the usual is too few. */
  readonly largestInput?: number
  /** Of a call of the window: its answer is so large that it crosses as one text, which is far quicker. */
  readonly isLarge?: true
}

/**
 * An operation that a service answers. Its input is one flat object: for a GET it becomes the
 * query, for anything else the JSON body. Keys that the path names in braces fill the path instead.
 */
export interface Endpoint<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType>
  extends Operation<In, Out> {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: `/${string}`
}

export type Input<O extends Operation> = z.output<O['input']>
export type Output<O extends Operation> = z.output<O['output']>
/** What comes over the wire, before its schema reads it. */
export type Wire<O extends Operation> = z.input<O['output']>

/** A function per row of a table: what main implements for the bridge. */
export type Handlers<Table extends Record<string, Operation>, Context = void> = {
  [Name in keyof Table]: (
    input: Input<Table[Name]>,
    context: Context,
  ) => Output<Table[Name]> | Promise<Output<Table[Name]>>
}

/** A function per row of a service's table: what the sandbox answers. */
export type Answers<Table extends Record<string, Endpoint>, Context> = {
  [Name in keyof Table]: (input: Input<Table[Name]>, context: Context) => Wire<Table[Name]>
}

/** An answer that main made itself: its type says it all. */
export const returns = <T>() => z.custom<T>()
export const nothing = z.undefined()
export const done = returns<void>()
