; Inno Setup 6: iscc /DVersion=1.2.3 /DRoot=C:\path\to\yomi packaging\windows\yomi.iss
; For one user by default, so that no administrator is needed. The user's data is never touched: it lies in
; %LOCALAPPDATA%\yomi, and uninstalling asks before it goes.

#ifndef Version
  #error Say which version: /DVersion=1.2.3
#endif
#ifndef Root
  #error Say where the checkout is: /DRoot=C:\path
#endif

[Setup]
; Never changes: Windows finds the earlier installation by it.
AppId={{9A5C7C0E-5B0B-4E3B-9B43-6E0C3A6F6B1D}
AppName=Yomi
AppVersion={#Version}
AppPublisher=The Yomi authors
VersionInfoVersion={#Version}
DefaultDirName={autopf}\Yomi
DefaultGroupName=Yomi
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
OutputDir={#Root}\dist
OutputBaseFilename=yomi-{#Version}-setup
SetupIconFile={#Root}\build\bundle\icons\yomi.ico
UninstallDisplayIcon={app}\yomiw.exe
LicenseFile={#Root}\LICENSE
Compression=lzma2/max
SolidCompression=yes
WizardStyle=modern
ChangesAssociations=yes
ChangesEnvironment=yes
; A running Yomi holds its files; Setup asks to close it.
CloseApplications=yes

[Tasks]
Name: desktopicon; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked
Name: path; Description: "Add the command 'yomi' to the PATH"; Flags: unchecked

[InstallDelete]
; What an older version had and this one has not must not be found by it.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "{#Root}\dist\yomi\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs

[Icons]
Name: "{group}\Yomi"; Filename: "{app}\yomiw.exe"
Name: "{autodesktop}\Yomi"; Filename: "{app}\yomiw.exe"; Tasks: desktopicon

[Registry]
; "Open with": offered for pictures, never made the default.
Root: HKA; Subkey: "Software\Classes\Applications\yomiw.exe"; ValueType: string; ValueName: "FriendlyAppName"; ValueData: "Yomi"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Applications\yomiw.exe\shell\open\command"; ValueType: string; ValueData: """{app}\yomiw.exe"" ""%1"""; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Applications\yomiw.exe\SupportedTypes"; ValueType: string; ValueName: ".png"; ValueData: ""
Root: HKA; Subkey: "Software\Classes\Applications\yomiw.exe\SupportedTypes"; ValueType: string; ValueName: ".jpg"; ValueData: ""
Root: HKA; Subkey: "Software\Classes\Applications\yomiw.exe\SupportedTypes"; ValueType: string; ValueName: ".jpeg"; ValueData: ""
Root: HKA; Subkey: "Software\Classes\Applications\yomiw.exe\SupportedTypes"; ValueType: string; ValueName: ".webp"; ValueData: ""
Root: HKA; Subkey: "Software\Classes\Applications\yomiw.exe\SupportedTypes"; ValueType: string; ValueName: ".avif"; ValueData: ""
Root: HKA; Subkey: "Software\Classes\Applications\yomiw.exe\SupportedTypes"; ValueType: string; ValueName: ".tif"; ValueData: ""
Root: HKA; Subkey: "Software\Classes\Applications\yomiw.exe\SupportedTypes"; ValueType: string; ValueName: ".tiff"; ValueData: ""
Root: HKA; Subkey: "Software\Classes\Applications\yomiw.exe\SupportedTypes"; ValueType: string; ValueName: ".bmp"; ValueData: ""
Root: HKA; Subkey: "Software\Classes\Applications\yomiw.exe\SupportedTypes"; ValueType: string; ValueName: ".gif"; ValueData: ""
Root: HKCU; Subkey: "Environment"; ValueType: expandsz; ValueName: "Path"; ValueData: "{olddata};{app}"; Tasks: path; Check: IsMissingInPath(ExpandConstant('{app}'))

[Run]
Filename: "{app}\yomiw.exe"; Description: "{cm:LaunchProgram,Yomi}"; Flags: nowait postinstall skipifsilent

[Code]
function PathOfUser: string;
begin
  if not RegQueryStringValue(HKCU, 'Environment', 'Path', Result) then
    Result := '';
end;

function IsMissingInPath(Folder: string): Boolean;
begin
  Result := Pos(';' + Uppercase(Folder) + ';', ';' + Uppercase(PathOfUser) + ';') = 0;
end;

procedure TakeOutOfPath(Folder: string);
var
  Path: string;
  Place: Integer;
begin
  Path := ';' + PathOfUser + ';';
  Place := Pos(';' + Uppercase(Folder) + ';', Uppercase(Path));
  if Place = 0 then
    exit;
  Delete(Path, Place, Length(Folder) + 1);
  { The semicolons that were put around it. }
  RegWriteExpandStringValue(HKCU, 'Environment', 'Path', Copy(Path, 2, Length(Path) - 2));
end;

procedure CurUninstallStepChanged(Step: TUninstallStep);
var
  Data: string;
begin
  if Step <> usPostUninstall then
    exit;
  TakeOutOfPath(ExpandConstant('{app}'));
  Data := ExpandConstant('{localappdata}\yomi');
  { A silent uninstall, as an update may run it, keeps everything. }
  if DirExists(Data) and not UninstallSilent then
    if MsgBox('Delete your conversations, pictures and settings as well?' + #13#10 + Data,
      mbConfirmation, MB_YESNO or MB_DEFBUTTON2) = IDYES then
      DelTree(Data, True, True, True);
end;
