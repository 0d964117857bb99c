import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { valueAt } from '../../../shared/features/publishing/lay.ts'
import { type RegisterAt } from '../../../shared/features/publishing/register.ts'
import { TEXT } from '../../../shared/features/videos/codec.ts'
import { Column } from '../../ui/column.tsx'
import kit from '../../ui/kit.module.css'
import { useEditing } from './editing.tsx'
import { TypedField } from './fields.tsx'
import classes from './videos.module.css'

/** HTML as source text. Only a call to action's can be previewed, on request. */
export function HtmlField({ at, canPreview }: { at: RegisterAt; canPreview?: boolean }) {
  const { t } = useTranslation('videos')
  const { opened } = useEditing()
  const [isShown, setIsShown] = useState(false)
  const html = valueAt(opened.shown, at)
  return (
    <>
      <TypedField
        at={at}
        codec={TEXT}
        rows={8}
        isCode
        hint={canPreview ? undefined : t('snippetHint')}
      />
      {canPreview && (
        <div>
          <Button aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
            {t(isShown ? 'hideHtml' : 'showHtml')}
          </Button>
        </div>
      )}
      {isShown && typeof html === 'string' && <HtmlFrame html={html} />}
    </>
  )
}

/** How something looks to viewers, with its name above it. */
export const PreviewFigure = ({ name, children }: { name: string; children: ReactNode }) => (
  <Column
    component="figure"
    gap={8}
    align="flex-start"
    pt={10}
    pb={14}
    px={12}
    className={classes.preview}
  >
    <figcaption className={kit.quiet}>{name}</figcaption>
    {children}
  </Column>
)

/** A sandboxed frame: no scripts, no interaction, and no network because of the page's policy. */
function HtmlFrame({ html }: { html: string }) {
  const { t } = useTranslation('videos')
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    if (frame.current) framed(frame.current, html)
  }, [html])
  return (
    <PreviewFigure name={t('htmlPreview')}>
      <iframe ref={frame} className={classes.frame} sandbox="" inert title={t('htmlPreview')} />
    </PreviewFigure>
  )
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML(text: string): string },
  ): { createHTML(text: string): unknown }
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined

/**
 * Renders markup in a sandboxed frame. The page's trusted types allow markup nowhere else; this policy is
 * private to this file. Throws a TypeError for a frame that is not sandboxed.
 */
function framed(frame: HTMLIFrameElement, html: string) {
  if (frame.sandbox.length > 0 || !frame.hasAttribute('sandbox')) {
    throw new TypeError('markup is drawn in a sandboxed frame only')
  }
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('sandboxed-frame', { createHTML: (text) => text })
  frame.setAttribute('srcdoc', (policy?.createHTML(html) ?? html) as string)
}
