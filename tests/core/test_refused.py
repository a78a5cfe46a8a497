"""A refusal says the same wherever it was raised."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from core.refusing import refuse
from igroteka.core import Refused


def test_a_refusal_travels_from_a_process_to_another():
    """One that cannot be told takes the whole pool with it, and nobody hears why."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        for told in (("not-yours", "UT-12", {"seat": 2}), ("not-dealt-yet", None, {})):
            with pytest.raises(Refused) as refused:
                pool.submit(refuse, *told).result()
            assert (refused.value.reason, refused.value.clause, refused.value.parameters) == told
            assert str(refused.value) == str(Refused(told[0], told[1], **told[2]))
