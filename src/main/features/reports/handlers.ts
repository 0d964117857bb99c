import { AppError } from '../../../shared/failure.ts'
import type { Screen } from '../../options.ts'
import type { CallHandlers } from '../../shell/router.ts'
import type { Brand } from './brand.ts'
import type { ExternalFiles } from './external-files.ts'
import type { Pdf } from './pdf.ts'
import { withDroppedFile } from './plain-file.ts'
import type { Reports } from './reports.ts'
import type { Schedules } from './schedule.ts'

export function reportsHandlers(
  reports: Reports & { pdf: Pdf; externalFiles: ExternalFiles; brand: Brand } & Pick<
      Screen,
      'chooseReport'
    >,
): CallHandlers['reports'] {
  return {
    ...reports,
    preview: ({ id }) => reports.preview(id),
    mark: ({ id, marks }) => reports.mark(id, marks),
    remove: ({ ids }) => reports.remove(ids),
    restore: ({ ids }) => reports.restore(ids),
    open: ({ id }) => reports.open(id),
    save: ({ id }) => reports.save(id),
    pdf: reports.pdf.save,
    async openFile() {
      const place = await reports.chooseReport()
      if (place !== null) await reports.externalFiles.give([place])
    },
    brand: () => reports.brand.read(),
    changeBrand: (change) => reports.brand.change(change),
    chooseLogo: () => reports.brand.chooseLogo(),
    arrived: () => reports.externalFiles.arrived(),
    showArrived: ({ mustStay }) => reports.externalFiles.show(mustStay),
    openFailures: () => reports.externalFiles.troubles(),
    forgetOpenFailures: () => reports.externalFiles.forgetTroubles(),
    take: (dropped) => withDroppedFile(dropped, reports.openFile),
  }
}

/** The app's own window is never printed, so it must not report itself as drawn. */
export function printHandlers(): CallHandlers['print'] {
  return {
    settled: () => {
      throw new AppError({ kind: 'refused', text: 'Only a page that is being printed says this.' })
    },
  }
}

export function schedulesHandlers(schedules: Schedules): CallHandlers['schedules'] {
  return {
    list: () => schedules.list(),
    save: ({ id, fields, choice }) => schedules.save(id, fields, choice),
    remove: ({ id }) => schedules.remove(id),
    make: ({ id, due_at }) => schedules.make(id, due_at),
    chooseFolder: () => schedules.chooseFolder(),
  }
}
