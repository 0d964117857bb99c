import { type ElementType, type LazyExoticComponent, lazy } from 'react'

type Component = Exclude<ElementType, string>

/** The component that a module exports by this name; the module is loaded when it is first rendered. */
export function lazyNamed<Name extends string, Module extends Record<Name, Component>>(
  load: () => Promise<Module>,
  name: Name,
): LazyExoticComponent<Module[Name]> {
  return lazy(async () => ({ default: (await load())[name] }))
}
