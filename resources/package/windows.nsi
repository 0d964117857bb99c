; The installer of Windows: for the person who runs it, without an administrator.
Unicode true
SetCompressor /SOLID lzma
!include MUI2.nsh

Name "Cuepoint"
OutFile "${OUTPUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\Cuepoint"
InstallDirRegKey HKCU "Software\Cuepoint" "InstallDir"
ManifestDPIAware true

VIProductVersion "${NUMBERS}"
VIAddVersionKey ProductName "Cuepoint"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey FileDescription "Cuepoint"
VIAddVersionKey LegalCopyright "The Cuepoint maintainers"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\Cuepoint.exe"
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "PortugueseBR"
!insertmacro MUI_LANGUAGE "SpanishInternational"

LangString RUNS ${LANG_ENGLISH} "Cuepoint is running. Close it, then try again."
LangString RUNS ${LANG_PORTUGUESEBR} "O Cuepoint está aberto. Feche-o e tente de novo."
LangString RUNS ${LANG_SPANISHINTERNATIONAL} "Cuepoint está abierto. Ciérrelo e intente de nuevo."
LangString REPORT ${LANG_ENGLISH} "Cuepoint report"
LangString REPORT ${LANG_PORTUGUESEBR} "Relatório do Cuepoint"
LangString REPORT ${LANG_SPANISHINTERNATIONAL} "Reporte de Cuepoint"

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Cuepoint"
!define TYPE "Cuepoint.Report"

; Windows lets no file be opened for writing that runs.
!macro WAIT_UNTIL_CLOSED
  again:
  IfFileExists "$INSTDIR\Cuepoint.exe" 0 closed
  ClearErrors
  FileOpen $0 "$INSTDIR\Cuepoint.exe" a
  IfErrors 0 free
  MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(RUNS)" /SD IDCANCEL IDRETRY again
  Abort
  free:
  FileClose $0
  closed:
!macroend

; The uninstaller removes the whole folder, and `/D=` may name one with other files in it.
Function .onInit
  StrCpy $0 $INSTDIR "" -9
  StrCmp $0 "\Cuepoint" own
  StrCpy $INSTDIR "$INSTDIR\Cuepoint"
  own:
FunctionEnd

Section
  !insertmacro WAIT_UNTIL_CLOSED
  ; What an older version had and this one has not.
  RMDir /r "$INSTDIR\resources"
  RMDir /r "$INSTDIR\locales"
  SetOutPath "$INSTDIR"
  File /r "${SOURCE}\*"
  File "/oname=report.ico" "${DOCUMENT_ICON}"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Cuepoint.lnk" "$INSTDIR\Cuepoint.exe"

  WriteRegStr HKCU "Software\Cuepoint" "InstallDir" "$INSTDIR"
  WriteRegStr HKCU "Software\Classes\.cuepoint" "" "${TYPE}"
  WriteRegStr HKCU "Software\Classes\.cuepoint" "Content Type" "application/vnd.cuepoint.report+zip"
  WriteRegStr HKCU "Software\Classes\${TYPE}" "" "$(REPORT)"
  WriteRegStr HKCU "Software\Classes\${TYPE}\DefaultIcon" "" "$INSTDIR\report.ico"
  WriteRegStr HKCU "Software\Classes\${TYPE}\shell\open\command" "" '"$INSTDIR\Cuepoint.exe" "%1"'

  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Cuepoint"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\Cuepoint.exe"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "The Cuepoint maintainers"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" ${SIZE_KB}
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
SectionEnd

; What Cuepoint keeps, in %APPDATA%\Cuepoint, stays.
Section Uninstall
  !insertmacro WAIT_UNTIL_CLOSED
  Delete "$SMPROGRAMS\Cuepoint.lnk"
  RMDir /r "$INSTDIR"
  DeleteRegKey HKCU "Software\Classes\${TYPE}"
  ReadRegStr $0 HKCU "Software\Classes\.cuepoint" ""
  StrCmp $0 "${TYPE}" 0 +2
  DeleteRegKey HKCU "Software\Classes\.cuepoint"
  DeleteRegKey HKCU "${UNINSTALL}"
  DeleteRegKey HKCU "Software\Cuepoint"
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
SectionEnd
