import { contextBridge, ipcRenderer } from 'electron'
import { CALL, CHANGED, LARGEST_CALL } from '../shared/channels.ts'
import { whyNotJson } from '../shared/plain.ts'

contextBridge.exposeInMainWorld(
  'cuepoint',
  Object.freeze({
    /** `input` is JSON: text crosses the bridge many times faster than objects do. */
    call(noun: string, verb: string, input: unknown): Promise<unknown> {
      // Main checks it too. Refused here first, because copying a large input would block main.
      const failure = whyNotJson(input, LARGEST_CALL)
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
