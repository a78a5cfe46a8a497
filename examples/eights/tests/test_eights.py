from igroteka.testing import Promises


class TestEights(Promises):
    game = "eights"
