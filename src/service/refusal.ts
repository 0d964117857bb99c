/** Thrown to answer with an error status. */
export class Refusal extends Error {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    super(`refused with ${status}`)
    this.name = 'Refusal'
    this.status = status
    this.body = body
  }
}

// Analytics, Errors: a 400 carries a text saying which parameter.
export const badParameter = (name: string, rule: string) =>
  new Refusal(400, { error: `${name} ${rule}` })
