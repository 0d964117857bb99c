import { ActionIcon, Menu } from '@mantine/core'
import {
  IconCheck,
  IconCopy,
  IconFileTypePng,
  IconFileTypeSvg,
  IconPhoto,
} from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { Notice } from '../notice.tsx'
import classes from './chart-picture.module.css'
import type { SeriesNames } from './legend.ts'
import { usePictureWords } from './picture-of.ts'
import { type DrawChart, type Picture, pictureSvg } from './picture-svg.ts'
import { makeMeasure, pngOf } from './png.ts'

/** Connects a chart with the button that saves it as a picture. */
export function usePicture() {
  const draw = useRef<DrawChart | null>(null)
  return {
    onDrawn: (drawn: DrawChart) => {
      draw.current = drawn
    },
    drawn: () => draw.current,
  }
}

interface ChartPictureProps {
  drawn: () => DrawChart | null
  /** Title of this chart, when its block has several. */
  more?: string | undefined
  names?: SeriesNames
}

/** Copies a chart as a picture or saves it, with the texts needed to understand it alone. */
function ChartPicture({ drawn, more, names }: ChartPictureProps) {
  const { t } = useTranslation('picture')
  const worded = usePictureWords(more)
  const [result, setResult] = useState<'copied' | 'notDrawn' | null>(null)
  const { mutate, failure } = useMutation()
  if (!worded) return null
  const { words, file: name } = worded
  const shown = { ...worded.names, ...names }

  const use = (send: (picture: Picture) => Promise<'copied' | null>) => {
    const draw = drawn()
    setResult(draw ? null : 'notDrawn')
    if (!draw) return
    void mutate(async () => setResult(await send(pictureSvg(draw(shown), words, makeMeasure()))))
  }
  const copy = async (picture: Picture) => {
    await call.exports.copyPicture({ png: await pngOf(picture) })
    return 'copied' as const
  }
  const png = async (picture: Picture) => {
    await call.exports.picture({ name, kind: 'png', content: await pngOf(picture) })
    return null
  }
  const svg = async (picture: Picture) => {
    await call.exports.picture({ name, kind: 'svg', content: picture.svg })
    return null
  }

  const Icon = result === 'copied' ? IconCheck : IconPhoto
  const label = result === 'copied' ? t('copied') : t('menu')
  return (
    <div className={classes.picture}>
      <Menu position="bottom-end" shadow="md" transitionProps={{ duration: 0 }} keepMounted={false}>
        <Menu.Target>
          <ActionIcon
            variant="default"
            size={30}
            aria-label={label}
            title={label}
            onBlur={() => setResult(null)}
          >
            <Icon size={16} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconCopy size={15} />} onClick={() => use(copy)}>
            {t('copy')}
          </Menu.Item>
          <Menu.Item leftSection={<IconFileTypePng size={15} />} onClick={() => use(png)}>
            {t('png')}
          </Menu.Item>
          <Menu.Item leftSection={<IconFileTypeSvg size={15} />} onClick={() => use(svg)}>
            {t('svg')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {(failure || result === 'notDrawn') && (
        <div className={classes.failure}>
          {failure ? <Notice failure={failure} /> : <p role="status">{t('notDrawn')}</p>}
        </div>
      )}
    </div>
  )
}

interface PictureHeadProps extends ChartPictureProps {
  /** The values of the chart as text. */
  children: ReactNode
  /** Controls of the chart. */
  tools?: ReactNode
}

/** The header of a chart: its values, and the buttons to copy or save it. */
export function PictureHead({ children, tools, ...picture }: PictureHeadProps) {
  return (
    <div className={classes.head}>
      <div className={classes.said}>{children}</div>
      {tools && <div className={classes.tools}>{tools}</div>}
      <ChartPicture {...picture} />
    </div>
  )
}
