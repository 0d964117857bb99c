import { Box } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { StoredPicture } from '../../../shared/features/pictures/picture.ts'
import { call } from '../../bridge.ts'
import { useQuery } from '../../query.ts'
import { useFailureText } from '../../ui/failure-text.ts'
import kit from '../../ui/kit.module.css'
import { pictureOver } from './picture-place.ts'
import classes from './videos.module.css'

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

export function Thumbnail(props: PictureProps) {
  const { value } = usePreview(props)
  return <span className={classes.thumbnail}>{value && <img src={value} alt="" />}</span>
}

interface OverPlayerProps extends PictureProps {
  position: string
  scale: number | null
}

export function PictureOverPlayer({ position, scale, ...props }: OverPlayerProps) {
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
