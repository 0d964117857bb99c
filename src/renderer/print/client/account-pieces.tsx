import type { OpenReport } from '../../../shared/features/settings/window-info.ts'
import type { PaperContent } from './client-paper.tsx'

export function useAccountPaper(_report: OpenReport): PaperContent | null {
  return null
}
