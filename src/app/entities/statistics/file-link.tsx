// A link that downloads a file of the API, such as a table for a spreadsheet.
import { useDownload } from '../../data/forms/use-download.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { FormError } from '../../ui/forms/field.tsx';
import { Icon } from '../../ui/icons/icon.tsx';

export function FileLink({ address, children }: { address: string; children: string }) {
  const { failure, download } = useDownload(address);
  return (
    <>
      <ButtonLink look="outline" to={address} download onClick={download}>
        <Icon name="download" size={18} />
        {children}
      </ButtonLink>
      <FormError message={failure} />
    </>
  );
}
