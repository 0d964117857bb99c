import { contextBridge, ipcRenderer } from 'electron'
import { CALL, CHANGED } from '../shared/channels.ts'

contextBridge.exposeInMainWorld(
  'desk',
  Object.freeze({
    call: (noun: string, verb: string, input: unknown): Promise<unknown> =>
      ipcRenderer.invoke(CALL, noun, verb, input),
    onChanged(listen: (noun: string) => void): () => void {
      const heard = (_event: unknown, noun: string) => listen(noun)
      ipcRenderer.on(CHANGED, heard)
      return () => ipcRenderer.off(CHANGED, heard)
    },
  }),
)
