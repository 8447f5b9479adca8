/* The codec as an extension of Python with labels of 64 characters: by -DFAULT=2 encode writes past its heap block, by
 * -DFAULT=3 decode reads past the input.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "codec.c"

enum { ROOM = 64 };

static PyObject *refused(void) {
    PyErr_SetString(PyExc_ValueError, "refused");
    return NULL;
}

static PyObject *decode(PyObject *self, PyObject *text) {
    Py_ssize_t size;
    const char *encoded = PyUnicode_AsUTF8AndSize(text, &size);
    (void)self;
    if (encoded == NULL) return NULL;
    size_t count = (size_t)size;
    char *input = PyMem_RawMalloc(count);
    uint32_t *points = PyMem_RawMalloc(count * sizeof *points);
    memcpy(input, encoded, count);
    int status = my_decode(input, (size_t)size, points, &count);
    PyObject *made = status ? refused() : PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, points, (Py_ssize_t)count);
    PyMem_RawFree(input), PyMem_RawFree(points);
    return made;
}

static PyObject *encode(PyObject *self, PyObject *text) {
    Py_UCS4 *points = PyUnicode_AsUCS4Copy(text);
    size_t length = ROOM;
    char *encoded = PyMem_RawMalloc(ROOM);
    (void)self;
    int status = my_encode(points, (size_t)PyUnicode_GET_LENGTH(text), encoded, &length);
    PyObject *made = status ? refused() : PyUnicode_FromStringAndSize(encoded, (Py_ssize_t)length);
    PyMem_Free(points), PyMem_RawFree(encoded);
    return made;
}

static PyMethodDef functions[] = {{"decode", decode, METH_O, NULL}, {"encode", encode, METH_O, NULL}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "mycodec", NULL, -1, functions, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_mycodec(void) { return PyModule_Create(&module); }
