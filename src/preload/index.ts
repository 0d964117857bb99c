import { contextBridge, ipcRenderer } from 'electron'
import { CALL, CHANGED, LARGEST_CALL } from '../shared/channels.ts'
import { whyNotPlain } from '../shared/plain.ts'

contextBridge.exposeInMainWorld(
  'desk',
  Object.freeze({
    call(noun: string, verb: string, input: unknown): Promise<unknown> {
      // Main checks it too; what never leaves the window does not hold main up while it is copied there.
      const failure = whyNotPlain(input, LARGEST_CALL)
      if (failure) return Promise.resolve({ ok: false, failure })
      return ipcRenderer.invoke(CALL, noun, verb, input)
    },
    onChanged(listen: (noun: string) => void): () => void {
      const heard = (_event: unknown, noun: string) => listen(noun)
      ipcRenderer.on(CHANGED, heard)
      return () => ipcRenderer.off(CHANGED, heard)
    },
  }),
)
