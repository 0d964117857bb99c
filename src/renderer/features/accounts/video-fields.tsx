import { PasswordInput, TextInput } from '@mantine/core'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'

interface VideoFieldsProps {
  address: string
  onAddress: (address: string) => void
  tokenRef: Ref<HTMLInputElement>
  addressFault: string | undefined
  tokenFault: string | undefined
}

/** The video management service: optional until the user wants to edit videos. */
export function VideoFields({ tokenRef, ...props }: VideoFieldsProps) {
  const { t } = useTranslation('welcome')
  return (
    <>
      <TextInput
        label={t('connect.videoAddress')}
        description={t('connect.videoAddressHint')}
        type="url"
        maxLength={500}
        value={props.address}
        error={props.addressFault}
        onChange={({ currentTarget }) => props.onAddress(currentTarget.value)}
      />
      <PasswordInput
        ref={tokenRef}
        label={t('connect.token')}
        description={t('connect.tokenHint')}
        maxLength={4096}
        autoComplete="off"
        error={props.tokenFault}
        visibilityToggleButtonProps={{ 'aria-label': t('connect.showKey'), tabIndex: 0 }}
      />
    </>
  )
}
