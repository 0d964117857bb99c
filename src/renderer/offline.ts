import { createContext } from 'react'

/** Whether the app works without the services, by choice or because they do not answer. */
export const IsOffline = createContext(false)
