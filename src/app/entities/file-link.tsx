// A link that downloads a file of the API, such as a table for a spreadsheet.
import { useAction } from '../data/forms/use-action.ts';
import { callApi } from '../data/http/call.ts';
import { ButtonLink } from '../ui/button.tsx';
import { FormError } from '../ui/forms/field.tsx';
import { Icon } from '../ui/icons/icon.tsx';

export function FileLink({ address, children }: { address: string; children: string }) {
  const { failure, run } = useAction();
  // A link cannot refresh an expired session, a call can: so refresh first, then fetch the file.
  const renewFirst = async (event: React.MouseEvent) => {
    event.preventDefault();
    if (await run(() => callApi('GET /api/auth/session', {}))) location.assign(address);
  };
  return (
    <>
      <ButtonLink look="outline" to={address} download onClick={(event) => void renewFirst(event)}>
        <Icon name="download" size={18} />
        {children}
      </ButtonLink>
      <FormError message={failure} />
    </>
  );
}
