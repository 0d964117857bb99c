import type { BrandChange, ReportBrand } from '../../../shared/features/reports/cover.ts'
import type { Store } from '../../database/store.ts'
import type { Screen } from '../../options.ts'
import { pictureError, readChosen } from '../pictures/chosen-file.ts'
import { logoTrouble, logoUrl } from './logo.ts'

interface BrandParts extends Pick<Screen, 'choosePicture'> {
  store: Pick<Store, 'reportBrand' | 'changeReportBrand'>
  onChange: () => void
}

export type Brand = ReturnType<typeof makeBrand>

/** The sender shown on the covers of reports. Stored on this computer. */
export function makeBrand({ store, choosePicture, onChange }: BrandParts) {
  return {
    async read(): Promise<ReportBrand> {
      const { logo, ...sender } = await store.reportBrand()
      return { ...sender, logo: logoUrl(logo) }
    },
    async change(change: BrandChange): Promise<void> {
      await store.changeReportBrand(change)
      onChange()
    },
    /** The file is read and checked here; the window never names a path. Throws `picture`. */
    async chooseLogo(): Promise<boolean> {
      const place = await choosePicture()
      if (place === null) return false
      const { name, bytes } = await readChosen(place)
      const trouble = logoTrouble(bytes)
      if (trouble) throw pictureError(trouble, name)
      await store.changeReportBrand({ logo: bytes })
      onChange()
      return true
    },
  }
}
