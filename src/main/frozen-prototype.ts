/**
 * Freezes the prototype of all objects, so that a hostile answer cannot change their behaviour. Names
 * such as `constructor` stay assignable in other objects: they occur in answers as data (a visitor chooses
 * the names of query parameters), and assigning an inherited read-only property would throw.
 */
export function freezeObjectPrototype() {
  const prototype = Object.prototype
  for (const [name, { value, writable }] of Object.entries(
    Object.getOwnPropertyDescriptors(prototype),
  )) {
    if (!writable) continue
    Object.defineProperty(prototype, name, {
      get: () => value as unknown,
      set(this: object, own: unknown) {
        if (this === prototype) throw new TypeError(`Object.prototype.${name} is frozen.`)
        const field = { value: own, writable: true, enumerable: true, configurable: true }
        Object.defineProperty(this, name, field)
      },
    })
  }
  Object.freeze(prototype)
}
