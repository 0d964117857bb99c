import { Box, Button, Group, Stack } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Variant } from '../../../shared/api/settings/index.ts'
import { pictureReference, type StoredPicture } from '../../../shared/features/pictures/picture.ts'
import { useAccount } from '../../app-state.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { useCall, useQuery } from '../../query.ts'
import { useFailureText } from '../../ui/failure-text.ts'
import { useFormat } from '../../ui/format.ts'
import kit from '../../ui/kit.module.css'
import { Notice } from '../../ui/notice.tsx'
import { pictureOver } from './picture-place.ts'
import { fileIdOf, pictureNamed } from './variants.ts'
import classes from './videos.module.css'

interface PictureFieldProps {
  variant: Variant
  onChoose: (file_id: string | null) => void
}

/** The picture of an overlay, chosen from this computer or from earlier ones. */
export function PictureField(props: PictureFieldProps) {
  const account = useAccount()
  return account && <PictureOf account_id={account.id} {...props} />
}

const NONE: readonly StoredPicture[] = []

type OfAccount = PictureFieldProps & { account_id: string }

function PictureOf({ account_id, variant, onChoose }: OfAccount) {
  const { t } = useTranslation('videos')
  const query = useCall('pictures', 'list', { account_id })
  const pictures = query.value?.pictures ?? NONE
  const picture = pictureNamed(variant.file_id, pictures)
  const place = { position: variant.template_position ?? '', scale: variant.scale ?? null }
  return (
    <Stack gap={4} miw={0} role="group" aria-label={t('picture.label')}>
      <Choosing {...{ account_id, variant, onChoose }} />
      {query.failure && <Notice failure={query.failure} onRetry={query.refetch} />}
      {picture && <Facts picture={picture} />}
      {picture && <PictureOverPlayer {...{ account_id, picture, ...place }} />}
      <EarlierPictures
        {...{ account_id, pictures, chosen: picture }}
        onChoose={(used) => onChoose(fileIdOf(used))}
      />
    </Stack>
  )
}

function Choosing({ account_id, variant, onChoose }: OfAccount) {
  const { t } = useTranslation('videos')
  const { mutate, failure, isPending } = useMutation()
  const button = useRef<HTMLButtonElement>(null)
  const choose = () => {
    if (isPending) return
    void mutate(async () => {
      const chosen = await call.pictures.choose({ account_id })
      if (chosen) onChoose(pictureReference(chosen.hash))
    })
  }
  const remove = () => {
    onChoose(null)
    // The focused button disappears.
    button.current?.focus()
  }
  return (
    <>
      <Group gap={6}>
        <Button
          ref={button}
          leftSection={<IconPhoto size={14} aria-hidden />}
          // Not disabled while pending, because it would lose the focus.
          aria-busy={isPending}
          onClick={choose}
        >
          {t(variant.file_id ? 'picture.replace' : 'picture.choose')}
        </Button>
        {variant.file_id && (
          <Button variant="subtle" color="red" onClick={remove}>
            {t('picture.remove')}
          </Button>
        )}
      </Group>
      <p className={classes.remark}>{t('picture.kinds')}</p>
      {failure && <Notice failure={failure} />}
    </>
  )
}

function Facts({ picture }: { picture: StoredPicture }) {
  const { t } = useTranslation('videos')
  const format = useFormat()
  const { name, type, width, height, size, file_ids } = picture
  const kind = type.replace('image/', '').toUpperCase()
  return (
    <Box component="p" lh={1.45} fz="xs" className={kit.breaks} role="status">
      <strong>{name}</strong>
      {` · ${kind} · ${width} × ${height} · ${format.bytes(size)} · `}
      {file_ids[0] ? t('picture.uploaded', { id: file_ids[0] }) : t('picture.here')}
    </Box>
  )
}

const MOST_OFFERED = 8

interface EarlierPicturesProps {
  account_id: string
  pictures: readonly StoredPicture[]
  chosen: StoredPicture | undefined
  onChoose: (picture: StoredPicture) => void
}

function EarlierPictures({ account_id, pictures, chosen, onChoose }: EarlierPicturesProps) {
  const { t } = useTranslation('videos')
  const others = pictures.filter(({ hash }) => hash !== chosen?.hash).slice(0, MOST_OFFERED)
  if (others.length === 0) return null
  return (
    <Stack gap={4} role="group" aria-label={t('picture.used')}>
      <span className={classes.remark}>{t('picture.used')}</span>
      <Group gap={6}>
        {others.map((picture) => (
          <button
            key={picture.hash}
            type="button"
            className={`${kit.outlined} ${kit.hover} ${classes.usedPicture}`}
            aria-label={t('picture.use', { name: picture.name })}
            title={picture.name}
            onClick={() => onChoose(picture)}
          >
            <Thumbnail {...{ account_id, picture }} />
            <Box component="span" maw="100%" className={kit.cut}>
              {picture.name}
            </Box>
          </button>
        ))}
      </Group>
    </Stack>
  )
}

interface PictureProps {
  account_id: string
  picture: StoredPicture
}

/** `chosenAt` is part of the key, because a lost file is restored by choosing it again. */
function usePreview({ account_id, picture: { hash, chosenAt } }: PictureProps) {
  return useQuery(
    `picture ${account_id} ${hash} ${chosenAt}`,
    () => call.pictures.preview({ account_id, hash }),
    [],
  )
}

function Thumbnail(props: PictureProps) {
  const { value } = usePreview(props)
  return <span className={classes.thumbnail}>{value && <img src={value} alt="" />}</span>
}

interface OverPlayerProps extends PictureProps {
  position: string
  scale: number | null
}

function PictureOverPlayer({ position, scale, ...props }: OverPlayerProps) {
  const { t } = useTranslation('videos')
  const failureText = useFailureText()
  const { value, failure } = usePreview(props)
  const { left, top, width } = pictureOver(props.picture, position, scale)
  const texts = failure && failureText(failure)
  return (
    <figure>
      <div className={classes.player}>
        {value && (
          <img
            src={value}
            alt={props.picture.name}
            style={{ left: `${left}%`, top: `${top}%`, width: `${width}%` }}
          />
        )}
      </div>
      <Box component="figcaption" mt={2} className={kit.quiet}>
        {t('picture.over')}
      </Box>
      {texts && (
        <p className={classes.problem} data-severity="error">
          {`${texts.title} ${texts.why} ${texts.next}`}
        </p>
      )}
    </figure>
  )
}
